use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// Fichier CSV
    entree: PathBuf,
}

#[derive(Debug, serde::Deserialize)]
struct Operation {
    date: String,
    libelle: String,
    montant: f64,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut lecteur = csv::Reader::from_path(&arguments.entree)?;
    for operation in lecteur.deserialize() {
        let operation: Operation = operation?;
        println!("{} {:>10.2} {}", operation.date, operation.montant, operation.libelle);
    }
    Ok(())
}
