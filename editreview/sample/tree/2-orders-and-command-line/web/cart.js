// The cart as a table, kept up to date while the customer changes it.

const euro = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

export class CartView {
  constructor(table, api) {
    this.table = table;
    this.api = api;
    this.table.addEventListener("change", (event) => this.changed(event));
    this.table.addEventListener("click", (event) => this.clicked(event));
  }

  async refresh() {
    const cart = await this.api.cart();
    const body = document.createElement("tbody");
    for (const line of cart.lines) {
      body.append(this.row(line));
    }
    body.append(this.sum("Discount", -cart.discount));
    body.append(this.sum("Shipping", cart.shipping));
    body.append(this.sum("To pay", cart.to_pay));
    this.table.tBodies[0].replaceWith(body);
  }

  row(line) {
    const row = document.createElement("tr");
    row.dataset.sku = line.sku;

    const name = document.createElement("td");
    name.textContent = line.name;

    const quantity = document.createElement("input");
    quantity.type = "number";
    quantity.min = 0;
    quantity.max = 99;
    quantity.value = line.quantity;

    const remove = document.createElement("button");
    remove.textContent = "Remove";

    const price = document.createElement("td");
    price.className = "amount";  
    price.textContent = euro.format(line.price_cents / 100);

    row.append(name, cell(quantity), price, cell(remove));
    return row;
  }

  sum(label, cents) {
    const row = document.createElement("tr");  
    const name = document.createElement("th");
    name.textContent = label;
    name.colSpan = 2;  
    const amount = document.createElement("td");
    amount.textContent = euro.format(cents / 100);
    row.append(name, amount);
    return row;
  }

  async changed(event) {
    const { sku } = event.target.closest("tr").dataset;
    await this.api.setQuantity(sku, Number(event.target.value));
    await this.refresh();
  }

  async clicked(event) {
    if (event.target.tagName !== "BUTTON") return;
    const { sku } = event.target.closest("tr").dataset;
    await this.api.remove(sku);
    await this.refresh();
  }
}

function cell(content) {
  const element = document.createElement("td");
  element.append(content);
  return element;
}
