pub mod cache;
pub mod client;

pub use cache::Cache;

pub const DEFAULT_LIFETIME_SECONDS: u64 = 60;

pub fn default_cache() -> Cache<String> {
    Cache::new(std::time::Duration::from_secs(DEFAULT_LIFETIME_SECONDS))
}
