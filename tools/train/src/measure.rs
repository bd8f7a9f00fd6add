//! Ranks files by the table alone, for measuring.

use std::io::BufRead;
use std::path::Path;

use beadloom_embed::StaticModel;
use beadloom_lang::{Limits, Parser, detect};
use beadloom_words::Terms;

use crate::Result;

/// Bytes of a chunk.
const CHUNK: usize = 800;

/// Prints a line for every query of the standard input: the files that `list` names, a path below `folder` per line, the
/// nearest first, each with the cosine of its nearest chunk and the mean of those of all its chunks; between tabs.
pub fn rank(table: &Path, folder: &Path, list: &Path) -> Result<()> {
    let model = StaticModel::parse(std::fs::read(table)?)?;
    let mut terms = Terms::default();
    let mut parser = Parser::new();
    let mut chunks: Vec<(usize, Vec<f32>)> = Vec::new();
    let mut paths = Vec::new();
    for path in std::fs::read_to_string(list)?.lines() {
        let Some(language) = detect(path) else { continue };
        let Ok(text) = std::fs::read_to_string(folder.join(path)) else { continue };
        if text.len() > 1_000_000 {
            continue;
        }
        let mut parts = path.rsplit('/');
        let stem = parts.next().and_then(|name| name.split('.').next()).unwrap_or_default().to_owned();
        let directories = parts.collect::<Vec<_>>().join(" ");
        let symbols = parser.parse(language, path, &text, &Limits::default()).symbols;
        let mut line = 0;
        for chunk in cut(&text) {
            let begin = line;
            line += chunk.lines().count();
            // The names that are defined in the chunk, and those around them.
            let (mut names, mut chains) = (String::new(), String::new());
            for symbol in
                symbols.iter().filter(|symbol| (begin + 1..=line).contains(&(symbol.line_start as usize)))
            {
                names.push_str(&format!("{} ", symbol.symbol_name));
                chains.push_str(&format!("{} ", symbol.qualified_name.replace('.', " ")));
            }
            let mut counted: Vec<(String, f32)> = Vec::new();
            let parts = [
                (chunk, 1.0),
                (stem.as_str(), 2.0),
                (names.as_str(), 2.0),
                (chains.as_str(), 1.0),
                (directories.as_str(), 1.0),
            ];
            for (part, count) in parts {
                terms.of_text(part, &mut |term| counted.push((term.to_owned(), count)));
            }
            if let Some(vector) =
                model.embed_code(counted.iter().map(|(term, count)| (term.as_str(), *count)))
            {
                chunks.push((paths.len(), vector));
            }
        }
        paths.push(path.to_owned());
    }
    for query in std::io::stdin().lock().lines() {
        let mut asked = Vec::new();
        terms.of_text(&query?, &mut |term| asked.push(term.to_owned()));
        let vector = model.embed_query(asked.iter().map(String::as_str)).unwrap_or_default();
        let mut files = vec![(f32::MIN, 0.0, 0_u32); paths.len()];
        for (file, chunk) in &chunks {
            let cosine: f32 = chunk.iter().zip(&vector).map(|(a, b)| a * b).sum();
            let (best, sum, count) = &mut files[*file];
            *best = best.max(cosine);
            *sum += cosine;
            *count += 1;
        }
        let mut order: Vec<usize> = (0..paths.len()).filter(|file| files[*file].2 > 0).collect();
        order.sort_by(|a, b| files[*b].0.total_cmp(&files[*a].0).then(a.cmp(b)));
        let answer = order.iter().map(|file| {
            let (best, sum, count) = files[*file];
            format!("{}\t{best:.4}\t{:.4}", paths[*file], sum / count as f32)
        });
        println!("{}", answer.collect::<Vec<_>>().join("\t"));
    }
    Ok(())
}

/// Runs of lines, as long as a chunk.
fn cut(text: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        if end > begin && end + line.len() - begin > CHUNK {
            chunks.push(&text[begin..end]);
            begin = end;
        }
        end += line.len();
    }
    if end > begin {
        chunks.push(&text[begin..end]);
    }
    chunks
}
