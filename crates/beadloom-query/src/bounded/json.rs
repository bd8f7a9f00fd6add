//! The JSON of answers, to take something out of it: fields keep their order, and what is not changed stays as it is written.

use std::borrow::Cow;

/// How deep lists and objects are looked into; what stands deeper is one value.
const MAX_DEPTH: usize = 64;

/// A value in compact JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json<'t> {
    /// As it is written.
    Value(Cow<'t, str>),
    List(Vec<Json<'t>>),
    /// By names as they are written between their quotes.
    Object(Vec<(&'t str, Json<'t>)>),
}

impl<'t> Json<'t> {
    /// None where it is no compact JSON.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(MAX_DEPTH)?;
        (reader.at == text.len()).then_some(value)
    }

    /// A text.
    pub fn of(text: &str) -> Self {
        Self::Value(Cow::Owned(serde_json::Value::from(text).to_string()))
    }

    /// What it says, where it is a text.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Value(written) => serde_json::from_str(written).ok(),
            Self::List(_) | Self::Object(_) => None,
        }
    }

    /// The field of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The text in the field of an object; empty where there is none.
    pub fn text_of(&self, name: &str) -> String {
        self.get(name).and_then(Self::text).unwrap_or_default()
    }

    /// The entries of the list in the field of an object.
    pub fn list_of(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Some(Self::List(items)) => items,
            _ => &[],
        }
    }

    /// Puts a value in the place of that of a field, or behind all fields.
    pub fn set(&mut self, name: &'t str, value: Self) {
        let Self::Object(fields) = self else { return };
        match fields.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => fields.push((name, value)),
        }
    }

    /// What stands at a path of places in lists and objects.
    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Self> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        match self {
            Self::Value(_) => None,
            Self::List(items) => items.get_mut(*first)?.at_mut(rest),
            Self::Object(fields) => fields.get_mut(*first)?.1.at_mut(rest),
        }
    }

    /// How long it is.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Value(written) => written.len(),
            Self::List(items) => bytes_of_list(items.iter().map(Self::bytes)),
            // A name has two quotes and a colon.
            Self::Object(fields) => {
                bytes_of_list(fields.iter().map(|(name, value)| name.len() + 3 + value.bytes()))
            }
        }
    }

    pub fn write(&self, out: &mut String) {
        match self {
            Self::Value(written) => out.push_str(written),
            Self::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    item.write(out);
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Self::Object(fields) => {
                for (at, (name, value)) in fields.iter().enumerate() {
                    out.push_str(if at == 0 { "{\"" } else { ",\"" });
                    out.push_str(name);
                    out.push_str("\":");
                    value.write(out);
                }
                out.push_str(if fields.is_empty() { "{}" } else { "}" });
            }
        }
    }
}

/// How long a list is, by its entries: two brackets, and commas between.
pub(super) fn bytes_of_list(items: impl Iterator<Item = usize>) -> usize {
    let (count, bytes) = items.fold((0_usize, 0), |(count, all), bytes| (count + 1, all + bytes));
    2 + bytes + count.saturating_sub(1)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Option<Json<'t>> {
        match (self.peek()?, depth.checked_sub(1)) {
            (b'[', Some(depth)) => self.list(b']', |reader| reader.value(depth)).map(Json::List),
            (b'{', Some(depth)) => {
                let field = |reader: &mut Self| {
                    let name = reader.name()?;
                    reader.takes(b':').then_some(())?;
                    Some((name, reader.value(depth)?))
                };
                self.list(b'}', field).map(Json::Object)
            }
            _ => self.written().map(|text| Json::Value(Cow::Borrowed(text))),
        }
    }

    fn list<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.takes(end) {
            if !items.is_empty() && !self.takes(b',') {
                return None;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    /// A name, without its quotes.
    fn name(&mut self) -> Option<&'t str> {
        let from = self.at + 1;
        (self.peek()? == b'"').then_some(())?;
        self.skip_text()?;
        self.text.get(from..self.at - 1)
    }

    /// A value as it is written, up to the comma or bracket behind it.
    fn written(&mut self) -> Option<&'t str> {
        let (from, mut nested) = (self.at, 0_usize);
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_text()?;
                    continue;
                }
                b'[' | b'{' => nested += 1,
                b',' if nested == 0 => break,
                b']' | b'}' => match nested.checked_sub(1) {
                    Some(less) => nested = less,
                    None => break,
                },
                _ => {}
            }
            self.at += 1;
        }
        self.text.get(from..self.at).filter(|text| !text.is_empty())
    }

    /// Past the quote that ends a text.
    fn skip_text(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let byte = self.peek()?;
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return Some(());
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_changed_stays_as_it_is_written() {
        let deep = format!("{}1,{{}}{}", "[".repeat(100), "]".repeat(100));
        for text in [
            "{}",
            "[]",
            "null",
            r#"{"z":1.0,"a":[1e9,-2,true,null,"x, ]}\"\\",[],{}],"\"k\\":{"é":"\u001b{"}}"#,
            deep.as_str(),
        ] {
            let json = Json::read(text).unwrap();
            let mut written = String::new();
            json.write(&mut written);
            assert_eq!((written.as_str(), json.bytes()), (text, text.len()));
        }
        for text in ["", "[1", "{\"a\"1}", "[1}", "{\"a\":1},", "[,]", "\"a"] {
            assert_eq!(Json::read(text), None, "{text}");
        }
    }

    #[test]
    fn fields_are_set_in_their_place() {
        let mut json = Json::read(r#"{"a":1,"b":["x\n"]}"#).unwrap();
        assert_eq!(json.list_of("b").first().and_then(Json::text).as_deref(), Some("x\n"));
        json.set("a", Json::of("\"ü"));
        json.set("c", Json::List(Vec::new()));
        let mut written = String::new();
        json.write(&mut written);
        assert_eq!(written, r#"{"a":"\"ü","b":["x\n"],"c":[]}"#);
        assert_eq!((json.text_of("a").as_str(), json.text_of("b").as_str()), ("\"ü", ""));
    }
}
