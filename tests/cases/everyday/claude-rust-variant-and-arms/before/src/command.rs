use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Add(String),
    Remove(usize),
    List,
}

impl Command {
    pub fn parse(line: &str) -> Option<Command> {
        let mut words = line.splitn(2, ' ');
        match (words.next()?, words.next()) {
            ("add", Some(text)) => Some(Command::Add(text.to_string())),
            ("remove", Some(n)) => n.parse().ok().map(Command::Remove),
            ("list", None) => Some(Command::List),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Command::Add(text) => write!(f, "add {text}"),
            Command::Remove(n) => write!(f, "remove {n}"),
            Command::List => write!(f, "list"),
        }
    }
}
