import { format, sum } from "./utils/money";

const items = [{ price: 10, quantity: 2 }];
console.log(format(sum(items), "EUR"));
