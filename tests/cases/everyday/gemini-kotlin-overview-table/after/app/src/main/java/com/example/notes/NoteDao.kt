package com.example.notes

interface NoteDao {
    fun all(): List<Note>
    fun insert(note: Note)
}
