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
pub struct Tag {
    pub id: i64,
    pub slug: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct NewTag {
    pub name: String,
}

pub fn router() -> Router<PgPool> {
    Router::new()
        .route("/tags", get(list_tags).post(create_tag))
        .route("/tags/:id", get(show_tag))
}

async fn list_tags(State(pool): State<PgPool>) -> Result<Json<Vec<Tag>>, AppError> {
    let tags = sqlx::query_as::<_, Tag>("SELECT id, slug, name FROM tags ORDER BY name")
        .fetch_all(&pool)
        .await?;
    Ok(Json(tags))
}

async fn show_tag(State(pool): State<PgPool>, Path(id): Path<i64>) -> Result<Json<Tag>, AppError> {
    let tag = sqlx::query_as::<_, Tag>("SELECT id, slug, name FROM tags WHERE id = $1")
        .bind(id)
        .fetch_optional(&pool)
        .await?
        .ok_or(AppError::NotFound)?;
    Ok(Json(tag))
}

async fn create_tag(
    State(pool): State<PgPool>,
    Json(new): Json<NewTag>,
) -> Result<(StatusCode, Json<Tag>), AppError> {
    let tag = sqlx::query_as::<_, Tag>(
        "INSERT INTO tags (slug, name) VALUES ($1, $2)
         RETURNING id, slug, name",
    )
    .bind(slugify(&new.name))
    .bind(&new.name)
    .fetch_one(&pool)
    .await?;
    Ok((StatusCode::CREATED, Json(tag)))
}
