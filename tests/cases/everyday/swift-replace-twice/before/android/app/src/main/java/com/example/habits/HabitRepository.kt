package com.example.habits

import java.time.LocalDate
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.update

class HabitRepository {
    private val state = MutableStateFlow<List<Habit>>(emptyList())
    private var nextId = 1L

    val habits: Flow<List<Habit>> = state

    fun add(name: String, color: Int) {
        val habit = Habit(nextId++, name, color)
        state.update { it + habit }
    }

    fun rename(id: Long, name: String) {
        state.update { list ->
            list.map { if (it.id == id) it.copy(name = name) else it }
        }
    }

    fun recolor(id: Long, color: Int) {
        state.update { list ->
            list.map { if (it.id == id) it.copy(color = color) else it }
        }
    }

    fun archive(id: Long) {
        state.update { list ->
            list.map { if (it.id == id) it.copy(archived = true) else it }
        }
    }

    fun toggle(id: Long, day: LocalDate) {
        state.update { list ->
            list.map {
                if (it.id == id) it.copy(doneOn = it.doneOn + day) else it
            }
        }
    }

    fun delete(id: Long) {
        state.update { list -> list.filter { it.id != id } }
    }
}
