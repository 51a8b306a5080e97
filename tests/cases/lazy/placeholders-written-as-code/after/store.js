import { api } from "./api";
import { log } from "./log";

export function load(id) {
  log("load", id);
  return api.get(id);
}

export function save(item) {
  log("save", item.id);
  return api.put(item);
}

export function drop(id) {
  log("drop", id);
  return api.delete(id);
}
