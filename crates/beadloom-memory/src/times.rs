//! Times in JSON: ISO 8601 in UTC, seconds since 1970 in memory.

pub(crate) mod time {
    use beadloom_model::time::{iso_utc, parse_utc};
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seconds: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&iso_utc(*seconds))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_utc(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is not a valid time")))
    }
}

pub(crate) mod optional_time {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seconds: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
        match seconds {
            Some(seconds) => super::time::serialize(seconds, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
        #[derive(Deserialize)]
        struct Time(#[serde(with = "super::time")] i64);
        Ok(Option::deserialize(deserializer)?.map(|Time(seconds)| seconds))
    }
}
