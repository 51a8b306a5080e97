package org.example.inventory;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
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
        try (BufferedWriter writer = Files.newBufferedWriter(target)) {
            List<Item> sorted = items.stream()
                .sorted(Comparator.comparing(Item::name))
                .toList();
            for (Item item : sorted) {
                writer.write(item.name() + "\t" + item.quantity());
                writer.newLine();
            }
        }
    }

    @Override
    public String toString() {
        return "StockReport[" + items.size() + "]";
    }
}
