//! A small model: a table of vectors by token, layer normalisation, a matrix. The ONNX file is written by hand.

use std::path::Path;

/// Tokens of the vocabulary, with the special ones.
pub(crate) const TOKENS: &[&str] =
    &["[PAD]", "[UNK]", "[CLS]", "[SEP]", "parse", "##r", "token", "##s", "read", "file", "write", "http"];
/// Numbers per vector.
pub(crate) const DIMENSION: usize = 8;

/// What a model is made with.
#[derive(Clone)]
pub(crate) struct Model {
    pub inputs: Vec<&'static str>,
    /// Of the table of tokens.
    pub rows: usize,
    pub dimension: usize,
    /// Every weight of the matrix, where it is not the usual.
    pub weight: Option<f32>,
    pub output: &'static str,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            inputs: vec!["input_ids", "attention_mask", "token_type_ids"],
            rows: TOKENS.len(),
            dimension: DIMENSION,
            weight: None,
            output: "last_hidden_state",
        }
    }
}

/// A number of the table or the matrix: any that differ will do.
fn number(seed: usize) -> f32 {
    let scattered = (seed as u32).wrapping_mul(2_654_435_761) >> 8;
    scattered as f32 / 8_388_608.0 - 1.0
}

impl Model {
    fn table(&self) -> Vec<f32> {
        (0..self.rows * self.dimension).map(number).collect()
    }

    fn matrix(&self) -> Vec<f32> {
        let count = self.dimension * self.dimension;
        (0..count).map(|index| self.weight.unwrap_or_else(|| number(index + 10_000))).collect()
    }

    /// The ONNX file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let dimension = self.dimension;
        let epsilon = [text(1, "epsilon"), float(2, 1e-5), varint(20, 1)].concat();
        let nodes = [
            node("Gather", &["table", "input_ids"], "rows", &[]),
            node("LayerNormalization", &["rows", "scale"], "even", &epsilon),
            node("MatMul", &["even", "matrix"], self.output, &[]),
        ];
        let tensors = [
            tensor("table", &[self.rows, dimension], &self.table()),
            tensor("scale", &[dimension], &vec![1.0; dimension]),
            tensor("matrix", &[dimension, dimension], &self.matrix()),
        ];
        let mut graph = Vec::new();
        nodes.iter().for_each(|node| graph.extend(field(1, node)));
        graph.extend(text(2, "test"));
        tensors.iter().for_each(|tensor| graph.extend(field(5, tensor)));
        for name in &self.inputs {
            graph.extend(field(11, &value(name, 7, &["texts", "tokens"], None)));
        }
        graph.extend(field(12, &value(self.output, 1, &["texts", "tokens"], Some(dimension))));
        let opset = field(8, &varint(2, 17));
        [varint(1, 8), opset, field(7, &graph)].concat()
    }

    /// The vector of one text: the mean of its tokens' vectors, at length 1. Reckoned here, not by a runtime.
    pub(crate) fn expected(&self, ids: &[usize]) -> Vec<f32> {
        let (table, matrix, dimension) = (self.table(), self.matrix(), self.dimension);
        let mut sum = vec![0.0_f64; dimension];
        for id in ids {
            let row: Vec<f64> = table[id * dimension..][..dimension].iter().map(|&x| f64::from(x)).collect();
            let mean = row.iter().sum::<f64>() / dimension as f64;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / dimension as f64;
            for (column, total) in sum.iter_mut().enumerate() {
                let even = row.iter().map(|x| (x - mean) / (variance + 1e-5).sqrt());
                *total +=
                    even.enumerate().map(|(k, x)| x * f64::from(matrix[k * dimension + column])).sum::<f64>();
            }
        }
        let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        sum.iter().map(|x| (x / length) as f32).collect()
    }

    /// Writes the model's folder.
    pub(crate) fn write(&self, folder: &Path) {
        let put = |name: &str, content: &[u8]| {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        };
        let config = format!(
            r#"{{"model_type": "bert", "hidden_size": {DIMENSION}, "vocab_size": {}, "max_position_embeddings": 16}}"#,
            TOKENS.len()
        );
        put("config.json", config.as_bytes());
        put("vocab.txt", TOKENS.join("\n").as_bytes());
        put("onnx/model.onnx", &self.bytes());
    }
}

/// A field of type "bytes" of a protocol buffer.
fn field(number: u64, content: &[u8]) -> Vec<u8> {
    [number_of(number << 3 | 2), number_of(content.len() as u64), content.to_vec()].concat()
}

fn text(number: u64, content: &str) -> Vec<u8> {
    field(number, content.as_bytes())
}

fn varint(number: u64, value: u64) -> Vec<u8> {
    [number_of(number << 3), number_of(value)].concat()
}

fn float(number: u64, value: f32) -> Vec<u8> {
    [number_of(number << 3 | 5), value.to_le_bytes().to_vec()].concat()
}

fn number_of(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn node(operation: &str, inputs: &[&str], output: &str, attribute: &[u8]) -> Vec<u8> {
    let mut bytes: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
    bytes.extend(text(2, output));
    bytes.extend(text(4, operation));
    if !attribute.is_empty() {
        bytes.extend(field(5, attribute));
    }
    bytes
}

fn tensor(name: &str, shape: &[usize], numbers: &[f32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = shape.iter().flat_map(|&size| varint(1, size as u64)).collect();
    bytes.extend(varint(2, 1));
    bytes.extend(text(8, name));
    bytes.extend(field(9, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()));
    bytes
}

fn value(name: &str, element: u64, open: &[&str], last: Option<usize>) -> Vec<u8> {
    let mut shape: Vec<u8> = open.iter().flat_map(|symbol| field(1, &text(2, symbol))).collect();
    if let Some(last) = last {
        shape.extend(field(1, &varint(1, last as u64)));
    }
    let tensor = [varint(1, element), field(2, &shape)].concat();
    [text(1, name), field(2, &field(1, &tensor))].concat()
}
