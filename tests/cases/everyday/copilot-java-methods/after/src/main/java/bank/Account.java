package bank;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

public class Account {

    private BigDecimal balance = BigDecimal.ZERO;
    private final List<String> log = new ArrayList<>();

    public void deposit(BigDecimal amount) {
        balance = balance.add(amount);
        log.add("deposit " + amount);
    }

    public void withdraw(BigDecimal amount) {
        balance = balance.subtract(amount);
        log.add("withdraw " + amount);
    }

    public BigDecimal balance() {
        return balance;
    }
}
