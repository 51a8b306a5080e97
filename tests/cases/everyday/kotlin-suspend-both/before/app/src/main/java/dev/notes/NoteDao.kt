package dev.notes

@Dao
interface NoteDao {
    @Query("SELECT * FROM note")
    fun all(): List<Note>

    @Insert
    fun insert(note: Note)

    @Query("DELETE FROM note WHERE id = :id")
    fun delete(id: Long)
}
