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
        return order.lines().stream().mapToLong(Line::cents).sum();
    }

    public List<Order> open() {
        return repository.findByStatus("open");
    }
}
