use axum::{
    extract::{Path, State},
    http::StatusCode,
    routing::get,
    Json, Router,
};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, PgPool};

use crate::error::AppError;
use crate::slug::slugify;

#[derive(Debug, Serialize, FromRow)]
pub struct Note {
    pub id: i64,
    pub slug: String,
    pub title: String,
    pub body: String,
}

#[derive(Debug, Deserialize)]
pub struct NewNote {
    pub title: String,
    pub body: String,
}

pub fn router() -> Router<PgPool> {
    Router::new()
        .route("/notes", get(list_notes).post(create_note))
        .route("/notes/:id", get(show_note).delete(delete_note))
}

async fn list_notes(State(pool): State<PgPool>) -> Result<Json<Vec<Note>>, AppError> {
    let notes = sqlx::query_as::<_, Note>("SELECT id, slug, title, body FROM notes ORDER BY id")
        .fetch_all(&pool)
        .await?;
    Ok(Json(notes))
}

async fn show_note(
    State(pool): State<PgPool>,
    Path(id): Path<i64>,
) -> Result<Json<Note>, AppError> {
    let note = sqlx::query_as::<_, Note>("SELECT id, slug, title, body FROM notes WHERE id = $1")
        .bind(id)
        .fetch_optional(&pool)
        .await?
        .ok_or(AppError::NotFound)?;
    Ok(Json(note))
}

async fn create_note(
    State(pool): State<PgPool>,
    Json(new): Json<NewNote>,
) -> Result<(StatusCode, Json<Note>), AppError> {
    let note = sqlx::query_as::<_, Note>(
        "INSERT INTO notes (slug, title, body) VALUES ($1, $2, $3)
         RETURNING id, slug, title, body",
    )
    .bind(slugify(&new.title))
    .bind(&new.title)
    .bind(&new.body)
    .fetch_one(&pool)
    .await?;
    Ok((StatusCode::CREATED, Json(note)))
}

async fn delete_note(
    State(pool): State<PgPool>,
    Path(id): Path<i64>,
) -> Result<StatusCode, AppError> {
    let done = sqlx::query("DELETE FROM notes WHERE id = $1")
        .bind(id)
        .execute(&pool)
        .await?;
    if done.rows_affected() == 0 {
        return Err(AppError::NotFound);
    }
    Ok(StatusCode::NO_CONTENT)
}
