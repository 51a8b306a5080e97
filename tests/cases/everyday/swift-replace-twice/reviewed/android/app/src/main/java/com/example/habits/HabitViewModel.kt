package com.example.habits

import java.time.LocalDate
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.stateIn

data class HabitUi(val id: Long, val name: String, val done: Boolean, val streak: Int)

class HabitViewModel(
    private val repository: HabitRepository,
    private val scope: CoroutineScope,
) {
    private val today: LocalDate = LocalDate.now()

    val habits: StateFlow<List<HabitUi>> = repository.habits
        .map { list -> list.map { it.toUi() } }
        .stateIn(scope, SharingStarted.Eagerly, emptyList())

    fun onToggle(id: Long) {
        repository.toggle(id, today)
    }

    fun onRename(id: Long, name: String) {
        repository.rename(id, name)
    }

    fun onDelete(id: Long) {
        repository.delete(id)
    }

    private fun Habit.toUi() = HabitUi(id, name, isDone(today), streak(today))
}
