pub struct Counts {
    pub lines: usize,
    pub words: usize,
}

pub fn count(text: &str) -> Counts {
    let mut lines = 0;
    let mut words = 0;
    for line in text.lines() {
        lines += 1;
        words += line.split(" ").count();
    }
    Counts { lines, words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty() {
        assert_eq!(0, count("").lines);
    }
}
