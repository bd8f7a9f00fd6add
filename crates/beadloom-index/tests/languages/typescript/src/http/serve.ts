import type { Application } from "express";

export function serve(app: Application, port: number): void {
  app.get("/ready", (_, response) => response.end());
  app.listen(port);
}
