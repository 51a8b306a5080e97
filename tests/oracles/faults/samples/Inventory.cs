using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Example.Inventory
{
    public record Item(string Name, int Count, decimal Price);

    public interface IStock
    {
        Task<Item> FindAsync(string name, bool includeEmpty);
        int Total { get; }
    }

    public enum Change { Added, Removed, Moved }

    public sealed class Stock : IStock
    {
        private readonly Dictionary<string, Item> items = new();
        private readonly List<(string Name, Change Kind, int Count)> history = new();
        public event EventHandler<Item> Changed;

        public int Total => items.Values.Sum(item => item.Count);

        public string Place { get; set; } = "shelf";

        public Stock(IEnumerable<Item> start, string place)
        {
            Place = place;
            foreach (var item in start)
            {
                items[item.Name] = item;
            }
        }

        public void Add(string name, int count, decimal price = 1.5m)
        {
            if (count <= 0)
            {
                throw new ArgumentOutOfRangeException(nameof(count), count, "must be positive");
            }
            if (items.TryGetValue(name, out var known))
            {
                items[name] = known with { Count = known.Count + count };
            }
            else
            {
                items[name] = new Item(name, count, price);
            }
            history.Add((name, Change.Added, count));
            Changed?.Invoke(this, items[name]);
        }

        public async Task<Item> FindAsync(string name, bool includeEmpty)
        {
            await Task.Delay(10);
            if (!items.TryGetValue(name, out var item) || (item.Count == 0 && !includeEmpty))
            {
                return null;
            }
            return item;
        }

        public IEnumerable<Item> Cheapest(int limit, decimal most)
        {
            var query = from item in items.Values
                        where item.Price <= most
                        orderby item.Price, item.Name
                        select item;
            return query.Take(limit);
        }

        public string Describe(Change kind) => kind switch
        {
            Change.Added => $"added at {Place}",
            Change.Removed => "removed",
            _ => string.Join(", ", history.Select(entry => $"{entry.Name}: {entry.Count}")),
        };

        private static int Compare(Item left, Item right)
        {
            var byName = string.Compare(left.Name, right.Name, StringComparison.Ordinal);
            return byName != 0 ? byName : left.Count.CompareTo(right.Count);
        }
    }
}
