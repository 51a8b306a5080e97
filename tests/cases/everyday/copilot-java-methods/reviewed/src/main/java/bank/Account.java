package bank;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

public class Account {

    private BigDecimal balance = BigDecimal.ZERO;
    private final List<String> log = new ArrayList<>();

    public void deposit(BigDecimal amount) {
        requirePositive(amount);
        balance = balance.add(amount);
        log.add("deposit " + amount);
    }

    public void withdraw(BigDecimal amount) {
        requirePositive(amount);
        if (balance.compareTo(amount) < 0) {
            throw new IllegalStateException("insufficient funds");
        }
        balance = balance.subtract(amount);
        log.add("withdraw " + amount);
    }

    private static void requirePositive(BigDecimal amount) {
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("amount must be positive");
        }
    }

    public BigDecimal balance() {
        return balance;
    }
}
