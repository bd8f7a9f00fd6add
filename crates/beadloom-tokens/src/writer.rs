//! Writes a vocabulary file. The library itself only reads it; the example `write_vocabulary` calls this.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::Encoding;
use crate::format::{
    Header, MAX_TOKEN_BYTES, OFFSET_LIMIT, RANK_LIMIT, SLOT_LEN, Slot, bucket, checksum, hash, slot,
};

/// Slots per hundred tokens. A few free slots make pilots easy to find.
const SLOTS_PER_CENT: usize = 103;
/// Tokens per bucket on average. More make the file smaller and pilots harder to find.
const TOKENS_PER_BUCKET: usize = 4;

/// Why a vocabulary cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The token of this rank is empty, too long, or equal to another one.
    Token(usize),
    /// The tokens are too many, or their bytes are.
    TooLarge,
    /// No pilot gives free slots to every token of a bucket.
    NoPilot,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(rank) => {
                write!(f, "token {rank} is empty, longer than {MAX_TOKEN_BYTES} bytes, or repeated")
            }
            Self::TooLarge => f.write_str("the vocabulary does not fit the layout"),
            Self::NoPilot => f.write_str("no perfect hash was found"),
        }
    }
}

impl std::error::Error for WriteError {}

/// The vocabulary file of an encoding with `tokens`, given in the order of their ranks from 0 on without gaps.
/// The same tokens give the same bytes.
///
/// # Errors
///
/// A token is not acceptable, or the vocabulary is beyond the layout's limits.
pub fn write(encoding: Encoding, tokens: &[Vec<u8>]) -> Result<Vec<u8>, WriteError> {
    if tokens.len() > RANK_LIMIT {
        return Err(WriteError::TooLarge);
    }
    let mut seen = HashSet::new();
    for (rank, token) in tokens.iter().enumerate() {
        if token.is_empty() || token.len() > MAX_TOKEN_BYTES || !seen.insert(token) {
            return Err(WriteError::Token(rank));
        }
    }
    let (text, offsets) = overlapped(tokens);
    if text.len() > OFFSET_LIMIT {
        return Err(WriteError::TooLarge);
    }
    let hashes: Vec<u64> = tokens.iter().map(|token| hash(token)).collect();
    let (pilots, ranks) = perfect_hash(&hashes)?;

    let mut body = Vec::with_capacity(ranks.len() * SLOT_LEN + pilots.len() * 2 + text.len());
    let sizes = [size(ranks.len())?, size(pilots.len())?, size(text.len())?];
    for rank in ranks {
        body.extend(match rank {
            Some(rank) => Slot::new(hashes[rank], rank, offsets[rank], tokens[rank].len()).to_bytes(),
            None => [0; SLOT_LEN],
        });
    }
    body.extend(pilots.into_iter().flat_map(u16::to_le_bytes));
    body.extend(text);
    let header = Header { name: Header::name_of(encoding), sizes, checksum: checksum(&body) };
    let mut file = header.to_bytes();
    file.extend(body);
    Ok(file)
}

fn size(number: usize) -> Result<u32, WriteError> {
    u32::try_from(number).map_err(|_| WriteError::TooLarge)
}

/// A text in which every token occurs, and where: a token that is part of another one takes no space of its own,
/// which leaves four sevenths of the bytes of o200k_base. The text is sorted, so that it compresses well.
fn overlapped(tokens: &[Vec<u8>]) -> (Vec<u8>, Vec<usize>) {
    let ranks: HashMap<&[u8], usize> =
        tokens.iter().enumerate().map(|(rank, token)| (&token[..], rank)).collect();
    let mut longest_first: Vec<usize> = (0..tokens.len()).collect();
    longest_first.sort_by_key(|&rank| (std::cmp::Reverse(tokens[rank].len()), rank));
    // For each token, the token that contains it (maybe itself), and where in it.
    let mut places: Vec<Option<(usize, usize)>> = vec![None; tokens.len()];
    let mut hosts = Vec::new();
    for host in longest_first {
        if places[host].is_some() {
            continue;
        }
        hosts.push(host);
        let token = &tokens[host];
        for start in 0..token.len() {
            for end in start + 1..=token.len() {
                if let Some(&part) = ranks.get(&token[start..end]) {
                    places[part].get_or_insert((host, start));
                }
            }
        }
    }
    hosts.sort_by_key(|&rank| &tokens[rank]);
    let mut text = Vec::new();
    let mut host_offsets = vec![0; tokens.len()];
    for host in hosts {
        host_offsets[host] = text.len();
        text.extend(&tokens[host]);
    }
    let offsets = places.into_iter().flatten().map(|(host, start)| host_offsets[host] + start).collect();
    (text, offsets)
}

/// A pilot for every bucket, and for every slot the rank that it holds.
///
/// Buckets are served from the largest to the smallest, as the large ones need the most free slots ("hash,
/// displace and compress": Belazzougui, Botelho and Dietzfelbinger, 2009).
fn perfect_hash(hashes: &[u64]) -> Result<(Vec<u16>, Vec<Option<usize>>), WriteError> {
    let slot_count = (hashes.len() * SLOTS_PER_CENT).div_ceil(100);
    let mut buckets = vec![Vec::new(); hashes.len().div_ceil(TOKENS_PER_BUCKET)];
    for (rank, &hash) in hashes.iter().enumerate() {
        let index = bucket(hash, buckets.len());
        buckets[index].push(rank);
    }
    let mut largest_first: Vec<usize> = (0..buckets.len()).collect();
    largest_first.sort_by_key(|&index| (std::cmp::Reverse(buckets[index].len()), index));

    let mut pilots = vec![0; buckets.len()];
    let mut ranks = vec![None; slot_count];
    let mut slots = Vec::new();
    for index in largest_first {
        let members = &buckets[index];
        pilots[index] = (0..=u16::MAX)
            .find(|&pilot| {
                slots.clear();
                members.iter().all(|&rank| {
                    let slot = slot(hashes[rank], pilot, slot_count);
                    let free = ranks[slot].is_none() && !slots.contains(&slot);
                    slots.push(slot);
                    free
                })
            })
            .ok_or(WriteError::NoPilot)?;
        for (&slot, &rank) in slots.iter().zip(members) {
            ranks[slot] = Some(rank);
        }
    }
    Ok((pilots, ranks))
}
