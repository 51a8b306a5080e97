package weather

data class Reading(val celsius: Double, val at: Long)

class Station(private val name: String) {
    private val readings = mutableListOf<Reading>()

    fun record(celsius: Double, at: Long) {
        readings.add(Reading(celsius, at))
    }

    fun average(): Double {
        return readings.sumOf { it.celsius } / readings.size
    }

    fun latest(): Reading? {
        return readings.lastOrNull()
    }
}

fun toFahrenheit(celsius: Double): Double {
    return celsius * 9 / 5 + 32
}
