use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A word and the places where it stands.
#[derive(Debug, Clone, Default)]
pub struct Postings {
    pub word: String,
    pub places: Vec<(usize, u32)>,
}

pub enum Query<'a> {
    Word(&'a str),
    All(Vec<Query<'a>>),
    Near { first: &'a str, second: &'a str, distance: u32 },
}

pub trait Tokens {
    fn tokens<'a>(&self, text: &'a str) -> Vec<&'a str>;
}

pub struct Index<T> {
    tokens: T,
    words: BTreeMap<String, Postings>,
    lengths: HashMap<usize, u32>,
}

impl<T: Tokens> Index<T> {
    pub fn new(tokens: T) -> Self {
        let words = BTreeMap::new();
        let lengths = HashMap::with_capacity(64);
        Index { tokens, words, lengths }
    }

    pub fn add(&mut self, number: usize, text: &str) -> u32 {
        let mut count = 0;
        for word in self.tokens.tokens(text) {
            let entry = self.words.entry(word.to_string()).or_default();
            entry.places.push((number, count));
            count += 1;
        }
        self.lengths.insert(number, count);
        count
    }

    pub fn find(&self, query: &Query, limit: usize) -> Result<Vec<usize>, Missing> {
        match query {
            Query::Word(word) => {
                let found = self.words.get(*word).ok_or(Missing::new(word, "word"))?;
                Ok(found.places.iter().map(|place| place.0).take(limit).collect())
            }
            Query::All(parts) => {
                let mut found: Option<Vec<usize>> = None;
                for part in parts {
                    let next = self.find(part, usize::MAX)?;
                    found = match found {
                        None => Some(next),
                        Some(numbers) => Some(common(&numbers, &next)),
                    };
                }
                Ok(found.unwrap_or_default())
            }
            Query::Near { first, second, distance } => self.near(first, second, *distance),
        }
    }

    fn near(&self, first: &str, second: &str, distance: u32) -> Result<Vec<usize>, Missing> {
        let left = self.words.get(first).ok_or(Missing::new(first, "first"))?;
        let right = self.words.get(second).ok_or(Missing::new(second, "second"))?;
        let mut numbers = Vec::new();
        for (number, place) in &left.places {
            if right.places.iter().any(|(n, p)| n == number && p.abs_diff(*place) <= distance) {
                numbers.push(*number);
            }
        }
        return Ok(numbers);
    }
}

pub struct Missing {
    word: String,
    kind: &'static str,
}

impl Missing {
    fn new(word: &str, kind: &'static str) -> Self {
        Missing { word: word.to_string(), kind }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.kind)?;
        out.write_str(" missing: ")?;
        out.write_str(&self.word)
    }
}

fn common(left: &[usize], right: &[usize]) -> Vec<usize> {
    left.iter().filter(|n| right.contains(n)).copied().collect()
}
