//! Packed vectors, and the scan against the plain way to find the nearest.

use beadloom_embed::{Hit, PackedVectors, Packer, Probe, WrongSize, cosines, scan};
use proptest::prelude::*;

fn random(dimensions: usize, rng: &mut fastrand::Rng) -> Vec<f32> {
    let mut vector: Vec<f32> = (0..dimensions).map(|_| rng.f32() * 2.0 - 1.0).collect();
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|x| *x /= norm);
    vector
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The nearest first.
fn nearest(probe: &Probe, blocks: &[PackedVectors<'_>], rescored: usize) -> Vec<Hit> {
    let mut hits = scan(probe, blocks, rescored, &|_, _| true);
    hits.sort_by(|a, b| b.cosine.total_cmp(&a.cosine).then((a.block, a.row).cmp(&(b.block, b.row))));
    hits
}

fn pack(dimensions: usize, vectors: &[Vec<f32>]) -> Vec<u8> {
    let mut packer = Packer::new(dimensions);
    for vector in vectors {
        packer.push(vector);
    }
    assert_eq!(packer.len(), vectors.len());
    packer.finish()
}

#[test]
fn near_vectors_are_found_in_their_order_among_many() {
    for dimensions in [64, 128, 192] {
        let mut rng = fastrand::Rng::with_seed(7);
        let query = random(dimensions, &mut rng);
        let mut blocks: Vec<Vec<Vec<f32>>> =
            (0..5).map(|_| (0..1_000).map(|_| random(dimensions, &mut rng)).collect()).collect();
        // Ten that are nearer than any other, each less than the one before.
        let mut planted = Vec::new();
        for near in 0..10_usize {
            let (block, row) = (near % 5, 37 * near + 11);
            let share = 0.95 - 0.04 * near as f32;
            let noise = random(dimensions, &mut rng);
            let vector: Vec<f32> =
                query.iter().zip(&noise).map(|(q, n)| q * share + n * (1.0 - share)).collect();
            *blocks.get_mut(block).unwrap().get_mut(row).unwrap() = vector;
            planted.push((block, row));
        }
        let packed: Vec<_> = blocks.iter().map(|block| pack(dimensions, block)).collect();
        let views: Vec<_> =
            packed.iter().map(|blob| PackedVectors::parse(blob, dimensions).unwrap()).collect();
        let mut found = nearest(&Probe::new(&query), &views, 200);
        found.truncate(10);
        let places: Vec<_> = found.iter().map(|hit| (hit.block, hit.row)).collect();
        assert_eq!(places, planted, "{dimensions} dimensions");
        for hit in &found {
            let vector = blocks.get(hit.block).unwrap().get(hit.row).unwrap();
            let exact = cosine(&query, vector) / cosine(vector, vector).sqrt();
            assert!((hit.cosine - exact).abs() < 0.01, "{} for {exact}", hit.cosine);
        }
    }
}

#[test]
fn what_is_found_does_not_depend_on_places() {
    let vectors = vec![vec![1.0_f32; 64]; 6];
    let blob = pack(64, &vectors);
    let view = PackedVectors::parse(&blob, 64).unwrap();
    let places = |rescored, keep: &dyn Fn(usize, usize) -> bool| {
        let hits = scan(&Probe::new(&vec![1.0; 64]), &[view, view], rescored, keep);
        hits.into_iter().map(|hit| (hit.block, hit.row)).collect::<Vec<_>>()
    };
    // All are equally near: none is left out because others stand before it.
    assert_eq!(places(1, &|_, _| true).len(), 12);
    assert_eq!(places(usize::MAX, &|_, _| true).len(), 12);
    assert_eq!(places(3, &|block, row| block == 1 && row % 2 == 0), [(1, 0), (1, 2), (1, 4)]);
    assert_eq!(places(3, &|_, _| false), []);
    assert_eq!(places(0, &|_, _| true), []);
}

#[test]
fn what_is_left_out_makes_room_for_what_is_less_near() {
    let mut rng = fastrand::Rng::with_seed(3);
    let vectors: Vec<Vec<f32>> = (0..3_000).map(|_| random(128, &mut rng)).collect();
    let blob = pack(128, &vectors);
    let all = PackedVectors::parse(&blob, 128).unwrap();
    let probe = Probe::new(&random(128, &mut rng));
    let near = nearest(&probe, &[all], 400);
    let is_near = |row: usize| near.iter().any(|hit| hit.row == row);
    let no_multiple = |of: usize| move |row: usize| !row.is_multiple_of(of);
    for keep in
        [&no_multiple(9) as &dyn Fn(usize) -> bool, &|row| row % 40 == 0, &|row| !is_near(row), &|row| {
            row == 7
        }]
    {
        let rows: Vec<usize> = (0..vectors.len()).filter(|row| keep(*row)).collect();
        let kept: Vec<Vec<f32>> = rows.iter().map(|row| vectors.get(*row).unwrap().clone()).collect();
        let alone = pack(128, &kept);
        let alone = scan(&probe, &[PackedVectors::parse(&alone, 128).unwrap()], 50, &|_, _| true);
        let expected: Vec<usize> = alone.iter().map(|hit| *rows.get(hit.row).unwrap()).collect();
        let found: Vec<usize> =
            scan(&probe, &[all], 50, &|_, row| keep(row)).iter().map(|hit| hit.row).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn what_stands_for_nothing_is_like_nothing() {
    let blob = pack(64, &[vec![], vec![0.0; 64], vec![f32::NAN; 64], vec![f32::INFINITY; 64], vec![1.0; 80]]);
    let view = PackedVectors::parse(&blob, 64).unwrap();
    let probe = Probe::new(&[1.0; 64]);
    let cosines: Vec<_> = (0..view.len()).map(|row| view.cosine(row, &probe)).collect();
    assert_eq!(cosines, [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(view.cosine(5, &probe), 0.0);
    assert_eq!(view.cosine(usize::MAX, &probe), 0.0);
    assert_eq!(view.cosine(4, &Probe::new(&[0.0; 64])), 0.0);
    let nothing = nearest(&Probe::new(&[]), &[view], 5);
    assert_eq!(nothing, []);
    // Of another model, and therefore of another length: passed over, not compared.
    let first = nearest(&Probe::new(&[1.0; 128]), &[view], 5);
    assert_eq!(first, []);
    let second = PackedVectors::parse(&blob, 64).unwrap();
    let other = pack(128, &[vec![1.0; 128]]);
    let other = PackedVectors::parse(&other, 128).unwrap();
    assert_eq!(nearest(&probe, &[other, second], 9).first(), Some(&Hit { block: 1, row: 4, cosine: 1.0 }));
}

#[test]
fn blobs_of_other_lengths_are_refused() {
    for (bytes, dimensions) in [(71, 64), (73, 64), (72, 0), (72, 63), (72, usize::MAX), (72, 1 << 63)] {
        let blob = vec![0; bytes];
        let refused = PackedVectors::parse(&blob, dimensions).map(|view| view.len());
        assert_eq!(refused, Err(WrongSize { bytes, dimensions }));
    }
    assert!(PackedVectors::parse(&[], 128).unwrap().is_empty());
}

proptest! {
    #[test]
    fn any_bytes_are_vectors_or_refused(blob in prop::collection::vec(any::<u8>(), 0..1_000), rescored in 0_usize..9) {
        if let Ok(view) = PackedVectors::parse(&blob, 64) {
            let hits = nearest(&Probe::new(&[0.5; 64]), &[view], rescored);
            prop_assert!(hits.len() >= rescored.min(view.len()) && hits.len() <= view.len());
            prop_assert!(hits.iter().all(|hit| hit.cosine.abs() <= 1.01));
        }
    }

    /// With all rescored, the scan is the plain way, up to the rounding to bytes.
    #[test]
    fn all_rescored_is_brute_force(seed in any::<u64>(), count in 1_usize..60) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let vectors: Vec<_> = (0..count).map(|_| random(128, &mut rng)).collect();
        let query = random(128, &mut rng);
        let blob = pack(128, &vectors);
        let view = PackedVectors::parse(&blob, 128).unwrap();
        let hits = nearest(&Probe::new(&query), &[view], count);
        prop_assert_eq!(hits.len(), count);
        let exact: Vec<f32> = hits.iter().map(|hit| cosine(&query, vectors.get(hit.row).unwrap())).collect();
        prop_assert!(exact.windows(2).all(|pair| pair[0] >= pair[1] - 0.02), "{exact:?}");
    }
}

#[test]
fn what_is_usual_does_not_depend_on_where_vectors_stand() {
    let mut rng = fastrand::Rng::with_seed(3);
    let probe_of = random(128, &mut rng);
    let probe = Probe::new(&probe_of);
    let vectors: Vec<Vec<f32>> = (0..2_000).map(|_| random(128, &mut rng)).collect();
    let plain: Vec<f64> = vectors.iter().map(|one| f64::from(cosine(one, &probe_of))).collect();
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let squares: Vec<f64> = plain.iter().map(|x| x * x).collect();

    let one = pack(128, &vectors);
    let all = cosines(&probe, &[PackedVectors::parse(&one, 128).unwrap()], usize::MAX, &|_, _| true);
    assert_eq!(all.count, 2_000);
    assert!((all.mean - mean(&plain)).abs() < 1e-3 && (all.square - mean(&squares)).abs() < 1e-3, "{all:?}");

    let mut shuffled = vectors;
    rng.shuffle(&mut shuffled);
    let halves: Vec<Vec<u8>> = shuffled.chunks(700).map(|half| pack(128, half)).collect();
    let halves: Vec<PackedVectors<'_>> =
        halves.iter().map(|half| PackedVectors::parse(half, 128).unwrap()).collect();
    assert_eq!(cosines(&probe, &halves, usize::MAX, &|_, _| true), all);
    let some = cosines(&probe, &halves, 200, &|_, _| true);
    assert!((120..300).contains(&some.count), "{some:?}");
    assert_eq!(
        cosines(&probe, &[PackedVectors::parse(&one, 128).unwrap()], 200, &|_, _| true),
        some,
        "the same are chosen"
    );
    assert_eq!(cosines(&probe, &halves, 200, &|_, _| false).count, 0);
}
