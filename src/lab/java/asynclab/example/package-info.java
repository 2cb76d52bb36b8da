/** Something to measure that is not ours: {@link asynclab.example.SlowService}, a file without a servlet or anything of the lab's. */
package asynclab.example;
