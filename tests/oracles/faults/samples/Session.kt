package org.example.session

import java.time.Clock
import java.time.Duration
import java.time.Instant

data class Session(val id: String, val user: String, val expires: Instant, val roles: Set<String> = emptySet())

interface Tokens {
    fun next(length: Int, alphabet: String): String
    val alphabet: String
}

sealed class Outcome {
    data class Opened(val session: Session, val count: Int) : Outcome()
    data class Refused(val reason: String, val user: String) : Outcome()
    object Closed : Outcome()
}

class Sessions(private val tokens: Tokens, private val clock: Clock, private val limit: Int = 10) {
    private val open = mutableMapOf<String, Session>()
    private val failures = mutableListOf<Pair<String, Instant>>()
    var lifetime: Duration = Duration.ofMinutes(30)

    val size: Int
        get() = open.size

    fun login(user: String, password: String, check: (String, String) -> Boolean): Outcome {
        if (failures.count { it.first == user } >= 3) {
            return Outcome.Refused("too many tries", user)
        }
        if (!check(user, password)) {
            failures.add(Pair(user, clock.instant()))
            return Outcome.Refused("wrong password", user)
        }
        val id = tokens.next(32, tokens.alphabet)
        val session = Session(id, user, clock.instant().plus(lifetime), setOf("user", "reader"))
        open[id] = session
        return Outcome.Opened(session, open.size)
    }

    fun find(id: String): Session? {
        val session = open[id] ?: return null
        if (session.expires.isBefore(clock.instant())) {
            open.remove(id)
            return null
        }
        return session
    }

    fun renew(id: String, by: Duration = lifetime): Boolean {
        val session = find(id) ?: return false
        open[id] = session.copy(expires = session.expires.plus(by))
        return true
    }

    fun describe(outcome: Outcome, width: Int): String {
        val text = when (outcome) {
            is Outcome.Opened -> "opened for ${outcome.session.user}"
            is Outcome.Refused -> listOf(outcome.user, outcome.reason).joinToString(": ")
            Outcome.Closed -> "closed"
        }
        return text.take(width)
    }

    fun clean(most: Int = limit): List<String> {
        val removed = mutableListOf<String>()
        for ((id, session) in open.toList()) {
            if (session.expires.isBefore(clock.instant()) && removed.size < most) {
                open.remove(id)
                removed.add(session.user)
            }
        }
        return removed
    }

    private fun log(kind: String, user: String, count: Int) {
        println(String.format("%s %s %d", kind, user, count))
    }

    companion object {
        private val NAMES = listOf("first", "second", "third")
        fun names(count: Int, prefix: String = ""): List<String> = NAMES.take(count).map { prefix + it }
    }
}
