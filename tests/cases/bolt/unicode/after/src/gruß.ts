export const gruß = "grüß dich 👋";
