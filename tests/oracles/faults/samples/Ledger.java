package org.example.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Ledger implements AutoCloseable {
    private static final int LIMIT = 1000;

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Journal journal;

    public Ledger(Journal journal, List<String> names) throws LedgerException {
        this.journal = journal;
        for (String name : names) {
            accounts.put(name, new Account(name, BigDecimal.ZERO));
        }
        journal.open("ledger", LIMIT);
    }

    public Entry transfer(String from, String to, BigDecimal amount, String note) throws LedgerException {
        Account source = find(from);
        Account target = find(to);
        if (amount.signum() <= 0) {
            throw new LedgerException("amount", amount);
        }
        if (source.balance().compareTo(amount) < 0 && !source.isOpen()) {
            throw new LedgerException("balance of " + from, source.balance());
        }
        source.change(amount.negate(), note);
        target.change(amount, note);
        Entry entry = new Entry(from, to, amount, note);
        entries.add(entry);
        journal.write(entry, entries.size());
        return entry;
    }

    private Account find(String name) throws LedgerException {
        Account account = accounts.get(name);
        if (account == null) {
            throw new LedgerException("account", name);
        }
        return account;
    }

    public Map<String, BigDecimal> balances(boolean onlyOpen) {
        Map<String, BigDecimal> found = new LinkedHashMap<>();
        accounts.forEach((name, account) -> {
            if (!onlyOpen || account.isOpen()) {
                found.put(name, account.balance());
            }
        });
        return found;
    }

    public String describe(Kind kind, int width) {
        switch (kind) {
            case SHORT:
                return String.format("%d accounts", accounts.size());
            case LONG:
                StringBuilder text = new StringBuilder();
                for (Entry entry : entries) {
                    text.append(String.format("%s to %s: %s", entry.from(), entry.to(), entry.amount()));
                }
                return text.substring(0, Math.min(width, text.length()));
            default:
                return "";
        }
    }

    @Override
    public void close() {
        try {
            journal.close("ledger", entries.size());
        } catch (IllegalStateException error) {
            System.err.printf("%s: %s", "journal", error.getMessage());
        }
    }

    public enum Kind { SHORT, LONG, NONE }

    public record Entry(String from, String to, BigDecimal amount, String note) {
        public boolean concerns(String name) {
            return from.equals(name) || to.equals(name);
        }
    }
}
