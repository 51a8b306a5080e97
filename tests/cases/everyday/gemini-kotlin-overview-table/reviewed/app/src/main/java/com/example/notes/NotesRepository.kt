package com.example.notes

class NotesRepository(private val dao: NoteDao) {

    suspend fun all(): List<Note> = dao.all()

    suspend fun insert(note: Note) = dao.insert(note)
}
