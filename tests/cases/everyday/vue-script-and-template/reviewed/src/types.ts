export interface User {
  id: number
  name: string
  email: string
}

export interface Group {
  id: number
  name: string
  owner: string
}

export interface Membership {
  userId: User['id']
  groupId: Group['id']
  since: string
}

export function membersOf(group: Group, users: User[], memberships: Membership[]): User[] {
  const ids = memberships.filter((m) => m.groupId === group.id).map((m) => m.userId)
  return users.filter((user) => ids.includes(user.id))
}
