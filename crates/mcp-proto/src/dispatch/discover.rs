//! `server/discover` (11 §7).

use crate::cache::Cached;
use crate::era::REVISION;
use crate::json::{Object, list, quoted};
use crate::meta::Meta;
use crate::server::Core;

pub(super) fn discover(core: &Core) -> String {
    let result = Object::new()
        .text("resultType", "complete")
        .raw("supportedVersions", &list([quoted(REVISION)]))
        .raw("capabilities", &core.capabilities())
        .text_if("instructions", core.options.instructions.as_deref());
    let result = core.caches.of(Cached::Discover).write(result);
    let meta = Meta::new().with_server_info(&core.server_info);
    result.raw("_meta", &meta).finish()
}
