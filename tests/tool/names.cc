// SPDX-License-Identifier: BSD-2-Clause
// Functions with names of C++, some of them within others: see names.py.

namespace shapes
{

template <typename T> struct point {
	T x, y;

	T cross(const point &other) const
	{
		return x * other.y - y * other.x;
	}
};

template <typename T> T larger(T a, T b)
{
	return a < b ? b : a;
}

class shape
{
      public:
	virtual long area() const = 0;
	long grown(long by) const
	{
		return larger(area(), by) + by;
	}
};

class triangle : public shape
{
      public:
	point<long> a, b;

	long area() const override
	{
		return larger(a.cross(b), b.cross(a)) / 2;
	}
	bool operator==(const triangle &other) const;
};

bool triangle::operator==(const triangle &other) const
{
	return area() == other.area();
}

__attribute__((noinline)) long sum(const shape *const *all, unsigned long n)
{
	long whole = 0;

	for (unsigned long i = 0; i < n; i++)
		whole += all[i]->grown(larger<long>(i, 3));
	return whole;
}

__attribute__((noinline)) int sum(int a, unsigned char b)
{
	return larger(a, int(b)) + a;
}

} // namespace shapes

extern "C" void __cxa_pure_virtual()
{
	for (;;)
		;
}

extern "C" void _start()
{
	static shapes::triangle one, two;
	const shapes::shape *const all[] = { &one, &two };

	one.a.x = two.b.y = shapes::sum(7, 9);
	two.a.x = shapes::sum(all, one == two ? 1 : 2);
}
