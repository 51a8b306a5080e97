package com.example.notes

import java.io.IOException
import javax.inject.Inject

data class Note(val id: Long, val title: String, val body: String)

class NotesRepository @Inject constructor(private val api: NotesApi) {

    @Throws(IOException::class)
    suspend fun all(): List<Note> = api.list().map { Note(it.id, it.title, it.body) }

    @Throws(IOException::class)
    suspend fun delete(id: Long) {
        api.delete(id)
    }
}
