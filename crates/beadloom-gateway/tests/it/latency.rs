use beadloom_gateway::{bucket, quantile};

#[test]
fn quantiles_of_buckets_are_within_a_twentieth() {
    let times: Vec<f64> = (1..=1_000).map(|n| f64::from(n) * 0.37).collect();
    let buckets: Vec<(i64, i64)> = times.iter().map(|time| (bucket(*time), 1)).collect();
    for (share, expected) in [(0.5, 500.0 * 0.37), (0.99, 990.0 * 0.37)] {
        let found = quantile(&buckets, share).unwrap();
        assert!((found / expected - 1.0).abs() < 0.05, "{share}: {found} and {expected}");
    }
    assert_eq!(quantile(&[], 0.5), None);
    for odd in [f64::NAN, -1.0, 0.0] {
        assert_eq!(bucket(odd), 0);
    }
    assert_eq!(bucket(f64::INFINITY), bucket(1e300));
}
