//! Definitions: zone, asset, polygon (01 §10).

use koyu_syntax::{AssetStatement, PolygonStatement, ZoneStatement};

use super::Composer;
use crate::attributes::Attributes;
use crate::elements::{Asset, Origin, Point, Polygon, Zone};
use crate::fault::Fault;

impl Composer<'_> {
    pub(super) fn zone(&mut self, zone: &ZoneStatement<'_>, origin: Origin) -> Result<(), Fault> {
        let path = zone.path.as_ref().map_err(Clone::clone)?;
        for path in self
            .expand(std::slice::from_ref(path))?
            .into_iter()
            .flatten()
        {
            if let Some(first) = self.zones.find(path).and_then(|slot| self.zones.get(slot)) {
                let path = self.names.text(path).to_owned();
                return Err(Fault::DuplicateZone {
                    path,
                    first: self.first_seen(first.origin),
                });
            }
            self.count(1)?;
            let attributes = Attributes::checked(&zone.attributes)?;
            self.zones.push(
                path,
                Zone {
                    path,
                    attributes,
                    origin,
                },
            );
        }
        Ok(())
    }

    pub(super) fn asset(
        &mut self,
        asset: &AssetStatement<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let written = asset.name.as_ref().map_err(Clone::clone)?;
        let kind = asset.kind.clone()?;
        let name = self.names.intern(&written.text);
        if let Some(first) = self.assets.get(&name) {
            let first = self.first_seen(first.origin);
            return Err(Fault::DuplicateAsset {
                name: written.text.to_string(),
                first,
            });
        }
        self.count(1)?;
        let attributes = Attributes::checked(&asset.attributes)?;
        self.assets.insert(
            name,
            Asset {
                name,
                kind,
                attributes,
                origin,
            },
        );
        Ok(())
    }

    pub(super) fn polygon(
        &mut self,
        polygon: &PolygonStatement<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let written = polygon.path.as_ref().map_err(Clone::clone)?;
        let vertices = polygon.vertices.as_ref().map_err(Clone::clone)?;
        let path = self.names.intern(&written.text);
        if let Some(first) = self.polygons.get(&path) {
            let first = self.first_seen(first.origin);
            return Err(Fault::DuplicatePolygon {
                path: written.text.to_string(),
                first,
            });
        }
        self.count(1)?;
        let points = vertices.iter().map(|&(x, y)| Point { x, y }).collect();
        self.polygons.insert(
            path,
            Polygon {
                path,
                points,
                origin,
            },
        );
        Ok(())
    }
}
