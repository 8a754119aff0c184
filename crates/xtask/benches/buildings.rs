//! Composing generated buildings, writing their canonical JSON, deriving their form, drawing a
//! storey.
//!
//! *Tall* has 20 rooms a storey, *wide* 2,000: time should grow with the number of spaces alike.

use std::hint::black_box;
use std::path::Path;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use koyu_model::form::Derivation;
use koyu_model::form::constants::CUT_HEIGHT;
use koyu_model::{Memory, compose};
use xtask::generate::Order;

fn buildings(criterion: &mut Criterion) {
    for (shape, rooms) in [("tall", 20), ("wide", 2_000)] {
        let mut group = criterion.benchmark_group(shape);
        group.sample_size(10);
        for spaces in [1_000, 10_000, 100_000] {
            let order = Order::of_spaces(spaces, rooms, 1).expect("within the limits");
            let source = Memory::new().with("main.muro", order.text());
            let entry = Path::new("main.muro");
            let model = compose(entry, &source).expect("a generated building composes");
            group.throughput(Throughput::Elements(order.spaces()));
            group.bench_function(BenchmarkId::new("compose", spaces), |bencher| {
                bencher.iter(|| compose(black_box(entry), &source));
            });
            group.bench_function(BenchmarkId::new("form", spaces), |bencher| {
                bencher.iter(|| {
                    Derivation::new(black_box(&model))
                        .form(CUT_HEIGHT)
                        .map(|_| ())
                });
            });
            let levels = model.levels_by_height();
            let level = model.level(levels[levels.len() / 2]);
            group.bench_function(BenchmarkId::new("plan", spaces), |bencher| {
                bencher.iter(|| {
                    let derivation = Derivation::new(black_box(&model));
                    koyu_render::plan(&derivation, model.text(level.name))
                });
            });
            group.bench_function(BenchmarkId::new("canonical", spaces), |bencher| {
                bencher.iter(|| xtask::dump::canonical(black_box(&model)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, buildings);
criterion_main!(benches);
