import express, { type Application, Router } from "express";
import { Ledger, ledger as books, Money, Rates, digestOf } from "../billing/index.js";
import { memory, makeStore as create, type Store } from "#lib/store";
import users, { findUser } from "./users.js";

const app: Application = express();
const api = Router();

app.use("/api/v1", api);
app.use(express.json());
api.use("/users", users);
api.get("/health", (request, response) => response.send("ok"));
api.post("/ledgers/:id/entries", authenticate, async (request, response) => {
  const ledger = Ledger.of("EUR");
  const money = Money.parse(request.body.amount);
  await ledger.post(money);
  response.json({ total: ledger.total.plus(money), digest: digestOf(money) });
});

/** Answers by name: `app.get("/never", handler)` is text. */
export function authenticate(request: Request, response: Response, next: () => void): void {
  const user = findUser(request.headers.get("x-user"));
  if (!user) throw new books.ClosedError("who?");
  next();
}

export class Statements {
  constructor(
    private readonly store: Store,
    private readonly ledger: Ledger,
  ) {}

  async print(id: string): Promise<string> {
    const money = await this.store.load(id);
    await this.ledger.post(money ?? Money.zero("EUR"));
    return this.format(Rates.convert(Money.zero("EUR"), "USD"));
  }

  private format(money: Money): string {
    const shelf = create("shelf");
    shelf.open();
    memory.save("last", money);
    return money.toString();
  }
}

export const start = async (port: number) => {
  const { serve } = await import("./serve.js");
  serve(app, port);
};
