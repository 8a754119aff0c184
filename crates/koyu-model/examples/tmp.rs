use std::time::Instant;
fn main() {
    for f in std::env::args().skip(1) {
        let n: usize = 20;
        let mut best = (f64::MAX, f64::MAX);
        for _ in 0..if f.contains("big") { 2 } else { n } {
            let t = Instant::now();
            let m = koyu_model::compose(std::path::Path::new(&f), &koyu_model::Disk).unwrap();
            let a = t.elapsed().as_secs_f64() * 1e3;
            let t = Instant::now();
            let c = koyu_model::canonical::file_text(&m);
            let b = t.elapsed().as_secs_f64() * 1e3;
            if a + b < best.0 + best.1 {
                best = (a, b);
            }
            std::hint::black_box(c.len());
        }
        println!("{f} compose {:.2} canonical {:.2}", best.0, best.1);
        let s = std::fs::read_to_string("/proc/self/status").unwrap();
        println!("{}", s.lines().find(|l| l.starts_with("VmHWM")).unwrap());
    }
}
