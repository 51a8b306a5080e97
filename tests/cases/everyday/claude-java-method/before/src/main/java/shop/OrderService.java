package shop;

import java.util.List;

public class OrderService {
    private final OrderRepository repository;

    public OrderService(OrderRepository repository) {
        this.repository = repository;
    }

    public Order find(long id) {
        return repository.findById(id);
    }

    public long total(Order order) {
        long total = 0;
        for (Line line : order.lines()) {
            total += line.cents();
        }
        return total;
    }

    public List<Order> open() {
        return repository.findByStatus("open");
    }
}
