use beadloom_screening::secret;

#[test]
fn a_documented_form_is_found_and_a_sentence_is_not() {
    assert_eq!(secret("use AKIAIOSFODNN7EXAMPLE for the upload"), Some("an access key of AWS"));
    assert_eq!(secret("rotate the access key every month"), None);
}
