export interface User {
  id: number;
  email: string;
}

let token = "";

export async function login(email: string, password: string): Promise<User> {
  const response = await fetch("/api/login", {
    method: "POST",
    body: JSON.stringify({ email, password }),
  });
  const data = await response.json();
  token = data.token;
  return data.user;
}

export function logout() {
  token = "";
}
