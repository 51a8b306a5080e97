package com.example.habits

import java.time.LocalDate

data class Habit(
    val id: Long,
    val name: String,
    val color: Int,
    val doneOn: Set<LocalDate> = emptySet(),
    val archived: Boolean = false,
) {
    fun isDone(day: LocalDate): Boolean = day in doneOn

    fun streak(today: LocalDate): Int {
        var day = today
        var count = 0
        while (isDone(day)) {
            count++
            day = day.minusDays(1)
        }
        return count
    }
}
