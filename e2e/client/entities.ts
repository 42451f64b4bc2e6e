/** Entities of the client tests. The class name is the collection name. */

export class User {
  id?: string;
  name: string;
  age: number;
  address?: { city: string; country: string };
  tags?: string[];

  constructor(name = '', age = 0) {
    this.name = name;
    this.age = age;
  }
}

export class Order {
  id?: string;
  userId: string;
  companyId?: string;
  total: number;

  constructor(userId = '', total = 0) {
    this.userId = userId;
    this.total = total;
  }
}
