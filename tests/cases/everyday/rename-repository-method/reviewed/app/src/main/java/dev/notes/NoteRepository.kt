package dev.notes

class NoteRepository(private val dao: NoteDao) {
    fun allNotes(): List<Note> = dao.all()

    fun save(note: Note) {
        dao.insert(note)
    }

    fun delete(id: Long) {
        dao.delete(id)
    }
}
