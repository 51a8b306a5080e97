package com.example.notes

class NotesRepository(private val dao: NoteDao) {

    fun all(): List<Note> = dao.all()

    fun insert(note: Note) = dao.insert(note)
}
