use std::collections::HashMap;

#[derive(Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Name(String),
    Symbol(char),
}

pub struct Parser {
    text: Vec<char>,
    at: usize,
    names: HashMap<String, f64>,
}

impl Parser {
    pub fn new(text: &str) -> Self {
        Parser { text: text.chars().collect(), at: 0, names: HashMap::new() }
    }

    pub fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    pub fn next(&mut self) -> Option<Token> {
        let c = self.peek()?;
        self.at += 1;
        Some(Token::Symbol(c))
    }

    pub fn define(&mut self, name: &str, value: f64) {
        self.names.insert(name.to_string(), value);
    }
}

pub fn parse_number(text: &str) -> f64 {
    text.parse().unwrap()
}
