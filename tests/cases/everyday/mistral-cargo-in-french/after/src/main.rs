use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// Fichier CSV
    entree: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut lecteur = csv::Reader::from_path(&arguments.entree)?;
    for ligne in lecteur.records() {
        let ligne = ligne?;
        println!("{:?}", ligne);
    }
    Ok(())
}
