package com.example.notes

interface NoteDao {
    suspend fun all(): List<Note>
    suspend fun insert(note: Note)
}
