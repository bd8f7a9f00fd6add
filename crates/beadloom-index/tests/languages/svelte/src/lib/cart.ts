import { total } from "./math";

export class Cart {
  constructor(private readonly lines: number[]) {}

  reload(): void {
    this.check(total(this.lines));
  }

  private check(sum: number): void {}
}
