import Database from 'libsql';
import { folder } from './gateway.js';

const database = new Database(`${folder}/shop.db`, { timeout: 5000 });
database.pragma('journal_mode = WAL'); // Who reads the file, such as a backup, does not stop the shop.
// `shipping` is empty until the payment. Then it is to-ship, placed, refused, cancelled, wrong-amount, closed or paid-late.
database.exec(`CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, visit TEXT NOT NULL, offer TEXT NOT NULL,
  contacts TEXT NOT NULL, shipping TEXT, id TEXT, reason TEXT, price INTEGER, created INTEGER NOT NULL)`);
const rows = (sql, ...values) => database.prepare(sql).all(...values);
const write = (sql, ...values) => database.prepare(sql).run(...values);

export const orders = {
  async add({ reference, visit, offer, contacts }) {
    const insert = 'INSERT INTO orders (reference, visit, offer, contacts, created) VALUES (?, ?, ?, ?, ?)';
    write(insert, reference, visit, JSON.stringify(offer), JSON.stringify(contacts), Date.now());
  },

  async find(reference) {
    const [order] = rows('SELECT * FROM orders WHERE reference = ?', reference);
    return order && { ...order, offer: JSON.parse(order.offer), contacts: JSON.parse(order.contacts) };
  },

  async update(reference, columns) {
    const names = ['shipping', 'id', 'reason', 'price'].filter((name) => name in columns);
    const values = names.map((name) => columns[name] ?? null);
    // One statement: the machine may fail between two.
    write(`UPDATE orders SET ${names.map((name) => `${name} = ?`)} WHERE reference = ?`, ...values, reference);
  },

  async toShip() {
    return rows("SELECT reference FROM orders WHERE shipping = 'to-ship'").map(({ reference }) => reference);
  },

  /** Gives up orders that nobody has paid for a day. Whoever pays later gets the money back from your staff: `paid-late`. */
  async closeUnpaid() {
    write("UPDATE orders SET shipping = 'closed' WHERE shipping IS NULL AND created < ?", Date.now() - 86_400_000);
  },

  close: () => database.close(),
};
