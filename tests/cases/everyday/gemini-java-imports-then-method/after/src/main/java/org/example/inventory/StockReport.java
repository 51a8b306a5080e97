package org.example.inventory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the stock as text. */
public class StockReport {

    private final List<Item> items;

    public StockReport(List<Item> items) {
        this.items = items;
    }

    public int total() {
        int sum = 0;
        for (Item item : items) {
            sum += item.quantity();
        }
        return sum;
    }

    public void write(Path target) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Item item : items) {
            text.append(item.name()).append('\t').append(item.quantity()).append('\n');
        }
        Files.writeString(target, text.toString());
    }

    @Override
    public String toString() {
        return "StockReport[" + items.size() + "]";
    }
}
