use beadloom_gateway::{Calibration, SIGNALS, confidence, signal};
use beadloom_model::requests::GatewayHow;

#[test]
fn what_a_call_teaches_is_a_fifth_of_what_is_known() {
    for (before, how, expected) in [
        (None, GatewayHow::Listed, 1.0),
        (None, GatewayHow::Searched, 1.0),
        (None, GatewayHow::Direct, 0.5),
        (Some(0.5), GatewayHow::Listed, 0.6),
        (Some(0.5), GatewayHow::Searched, 0.7),
        (Some(0.5), GatewayHow::Direct, 0.5),
        (Some(0.2), GatewayHow::Direct, 0.26),
        (Some(1.0), GatewayHow::Searched, 1.0),
    ] {
        assert!((confidence(before, how) - expected).abs() < 1e-9, "{before:?} {how:?}");
    }
    assert!(signal(GatewayHow::Searched) > signal(GatewayHow::Listed));
}

#[test]
fn confidence_follows_what_the_catalogue_showed() {
    let (weak, strong) = ([0.5, 1.0, 0.5, 0.0, 0.1], [4.0, 6.0, 1.0, 0.9, 2.0]);
    let unknown = Calibration::new(&[]);
    assert!(unknown.confidence(&weak) < 0.3, "all are shown while nothing is known");
    assert!(unknown.confidence(&strong) > unknown.confidence(&weak));
    let right = Calibration::new(&[(weak, true); 100]);
    assert!(right.confidence(&weak) > 0.7);
    let wrong = Calibration::new(&[(strong, false); 100]);
    assert!(wrong.confidence(&strong) < 0.3);
    assert!((0.0..=1.0).contains(&wrong.confidence(&[1e9; SIGNALS])));
}
