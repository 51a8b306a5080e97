pub struct Gauge {
    value: u32,
}

impl Gauge {
    /// A gauge at zero.
    pub fn new() -> Self {
        Self { value: 0 }
    }

    pub fn get(&self) -> u32 {
        self.value
    }

    pub fn add(&mut self, by: u32) {
        self.value += by;
    }
}
