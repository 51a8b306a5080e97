export * from "./cart";
export * from "./log";
